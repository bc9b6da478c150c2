/**
 * Infers schemas from files of rows. The result is a schema with types, domains, tiles and filters
 * that fit the rows and the options. Begin with {@link io.azulejo.imports.rows.SchemaInference}. It
 * profiles the columns, proposes a schema, and tries filters on the first rows. {@link
 * io.azulejo.imports.rows.FileHead} detects the encoding and the layout of a text.
 */
package io.azulejo.imports.rows;
