/**
 * Schemas inferred from files of rows. In: a file of rows, and what is known beforehand
 * (dimensions, dense or sparse, enumerations). Out: a schema with types, domains, tiles and filters
 * that fit. Begin with {@link io.azulejo.imports.rows.SchemaInference}: it profiles the columns,
 * proposes a schema, and tries filters on the first rows. {@link io.azulejo.imports.rows.FileHead}
 * finds how a text is written.
 */
package io.azulejo.imports.rows;
