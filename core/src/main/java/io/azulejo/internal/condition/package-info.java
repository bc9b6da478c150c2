/**
 * Represents conditions as trees and parses their text. Start at {@link
 * io.azulejo.internal.condition.ConditionTree}.
 *
 * <p>{@link io.azulejo.internal.condition.ConditionParser} builds a tree from a text, and {@code
 * io.azulejo.query.Condition} builds one in Java. {@link
 * io.azulejo.internal.condition.ConditionText} formats names and values.
 *
 * <p>A tree does not depend on an array; {@code internal.read.condition} binds it to one.
 */
@NullMarked
package io.azulejo.internal.condition;

import org.jspecify.annotations.NullMarked;
