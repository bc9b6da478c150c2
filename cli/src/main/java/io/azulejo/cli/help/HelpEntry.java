package io.azulejo.cli.help;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Places an option or an argument in the help of its commands. Without it options are in the
 * section {@link Section#OPTIONS}, and arguments in {@link Section#ARGUMENTS}.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface HelpEntry {
  /** The section that lists the option. */
  Section value();

  /** Whether the brief help of a command with many options only names it. */
  boolean rare() default false;
}
