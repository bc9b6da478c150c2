/**
 * Infers schemas from files of rows. In: a file of rows, and options (dimensions, dense or sparse,
 * enumerations). Out: a schema with types, domains, tiles and filters that fit. Begin with {@link
 * io.azulejo.imports.rows.SchemaInference}, which profiles the columns, proposes a schema, and
 * tries filters on the first rows. {@link io.azulejo.imports.rows.FileHead} detects encoding and
 * layout of a text.
 */
package io.azulejo.imports.rows;
