/**
 * Presents an array as a table to a query engine. Start with {@link io.azulejo.table.ArrayTable}.
 *
 * <p>An array table translates {@link io.azulejo.table.Predicate}s into tests of the array. A
 * {@link io.azulejo.table.Verdict} tells whether the engine must test a predicate again. A {@link
 * io.azulejo.table.Dialect} describes how the engine represents and compares values. This package
 * does not depend on the classes of any engine.
 */
@NullMarked
package io.azulejo.table;

import org.jspecify.annotations.NullMarked;
