/**
 * Schemas inferred from files of rows. In: a file of rows, and what is known beforehand
 * (dimensions, dense or sparse, enumerations). Out: a schema with types, domains, tiles and filters
 * that fit. Begin with {@link io.azulejo.text.infer.SchemaInference}: it profiles the columns,
 * proposes a schema, and tries filters on the first rows.
 */
package io.azulejo.text.infer;
