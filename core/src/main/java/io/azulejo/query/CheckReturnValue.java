package io.azulejo.query;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks types whose methods return changed copies. Error Prone recognizes annotations of this name,
 * and rejects calls that ignore the result.
 */
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
@interface CheckReturnValue {}
