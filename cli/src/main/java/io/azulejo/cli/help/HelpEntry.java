package io.azulejo.cli.help;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Assigns an option or argument to a section of the help. Without this annotation, options are in
 * {@link Section#OPTIONS} and arguments in {@link Section#ARGUMENTS}.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface HelpEntry {
  /** Returns the section that lists the option or argument. */
  Section value();

  /** Returns whether the brief help of a command with many options shows only the option's name. */
  boolean rare() default false;
}
