/**
 * Conditions as trees and as texts. In: a text, or the calls of {@code io.azulejo.query.Condition}.
 * Out: a {@link io.azulejo.internal.condition.ConditionTree} of comparisons with {@link
 * io.azulejo.internal.condition.Literal}s, which knows no array; {@code internal.read.condition}
 * binds it to one. {@link io.azulejo.internal.condition.ConditionParser} reads texts, {@link
 * io.azulejo.internal.condition.ConditionText} writes names and values. Open {@link
 * io.azulejo.internal.condition.ConditionTree} first.
 */
@NullMarked
package io.azulejo.internal.condition;

import org.jspecify.annotations.NullMarked;
