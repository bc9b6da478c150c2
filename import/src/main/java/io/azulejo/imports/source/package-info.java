/**
 * Common support for reading input files. It recognizes formats, names the file in exceptions, and
 * rejects damaged or hostile files. Begin with {@link io.azulejo.imports.source.FileReading}.
 */
package io.azulejo.imports.source;
