/**
 * Formats the output of commands. In: results of the engine, such as schemas, differences, advice,
 * trees. Out: text for people, or rows for programs. Begin with {@link
 * io.azulejo.cli.output.SchemaText} (aligned lines for people) and {@link
 * io.azulejo.cli.output.Tree} (arrays and groups in folders).
 */
package io.azulejo.cli.output;
