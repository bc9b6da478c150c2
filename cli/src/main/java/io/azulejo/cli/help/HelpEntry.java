package io.azulejo.cli.help;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Assigns an option or an argument to a section of the help. The default is {@link Section#OPTIONS}
 * for options and {@link Section#ARGUMENTS} for arguments.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface HelpEntry {
  /** Returns the section that lists the option. */
  Section value();

  /** Returns whether the brief help of a command with many options only names it. */
  boolean rare() default false;
}
