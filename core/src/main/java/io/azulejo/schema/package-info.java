/**
 * The immutable nouns of an array at rest: types, dimensions, attributes, filters, domains. Nothing
 * here reads or writes anything, or knows a format version. Start at {@link
 * io.azulejo.schema.ArraySchema}. How objects are made is said in {@link io.azulejo.query}.
 */
@NullMarked
package io.azulejo.schema;

import org.jspecify.annotations.NullMarked;
