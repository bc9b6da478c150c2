/**
 * Presents an array as a table to a query engine. Start at {@link io.azulejo.table.ArrayTable}.
 *
 * <p>It translates {@link io.azulejo.table.Predicate}s into tests of the array; a {@link
 * io.azulejo.table.Verdict} says what the engine must test again. A {@link
 * io.azulejo.table.Dialect} holds the differences between engines. This package does not use an
 * engine's classes.
 */
@NullMarked
package io.azulejo.table;

import org.jspecify.annotations.NullMarked;
