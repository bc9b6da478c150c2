/**
 * Immutable schema model: types, dimensions, attributes, filters and domains. The entry class is
 * {@link io.azulejo.schema.ArraySchema}. The package does no I/O and does not know format versions.
 * {@link io.azulejo.query} explains how objects are built.
 */
@NullMarked
package io.azulejo.schema;

import org.jspecify.annotations.NullMarked;
