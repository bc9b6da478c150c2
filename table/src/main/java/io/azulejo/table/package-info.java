/**
 * An array as a table, as a query engine sees it: {@link io.azulejo.table.ArrayTable} has columns
 * and rows and translates {@link io.azulejo.table.Predicate}s into what the array tests itself,
 * with a {@link io.azulejo.table.Verdict} on what the engine has to test again. What differs
 * between engines is a {@link io.azulejo.table.Dialect}. No class of an engine is used here.
 */
@NullMarked
package io.azulejo.table;

import org.jspecify.annotations.NullMarked;
