/**
 * Formatters for the output of commands. They turn results of the engine, such as schemas,
 * differences, advice and trees, into text for people or rows for programs. Begin with {@link
 * io.azulejo.cli.output.SchemaText} (aligned lines of text) and {@link io.azulejo.cli.output.Tree}
 * (arrays and groups in folders).
 */
package io.azulejo.cli.output;
