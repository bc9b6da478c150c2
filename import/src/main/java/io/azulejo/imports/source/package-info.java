/**
 * Common support for reading foreign files: failures that name the file, and limits against damaged
 * or hostile input. Begin with {@link io.azulejo.imports.source.FileReading}.
 */
package io.azulejo.imports.source;
