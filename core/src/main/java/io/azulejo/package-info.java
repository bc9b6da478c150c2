/**
 * The front door: open arrays and groups, read them. All acts begin here; the nouns are in {@code
 * schema} and {@code query}. Start at {@link io.azulejo.Azulejo}.
 */
@NullMarked
package io.azulejo;

import org.jspecify.annotations.NullMarked;
