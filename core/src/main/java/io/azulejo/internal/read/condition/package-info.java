/**
 * Conditions on cells, both of requests and of stored deletions. The input is a condition and a
 * schema. The output is a {@link io.azulejo.internal.read.condition.BoundCondition}. It marks the
 * rows of decoded columns that pass, and decides from bounds of values whether none, some or all
 * cells can pass. {@link io.azulejo.internal.read.condition.NegatedCondition} derives the condition
 * of the cells that a deletion keeps. {@link io.azulejo.internal.read.condition.FragmentCondition}
 * tests the cells of one fragment.
 *
 * <p>Start with {@link io.azulejo.internal.read.condition.BoundCondition}, then {@link
 * io.azulejo.internal.read.condition.ConditionBinder}.
 */
package io.azulejo.internal.read.condition;
