/**
 * Conditions on cells, those of requests and those of stored deletions. In: a condition and a
 * schema. Out: a {@link io.azulejo.internal.read.condition.BoundCondition}, which marks the rows of
 * decoded columns that pass, and decides from bounds of values whether none, some or all can pass.
 * {@link io.azulejo.internal.read.condition.NegatedCondition} makes the condition of the cells that
 * a deletion keeps. Open {@link io.azulejo.internal.read.condition.BoundCondition} first, then
 * {@link io.azulejo.internal.read.condition.ConditionBinder}.
 */
package io.azulejo.internal.read.condition;
