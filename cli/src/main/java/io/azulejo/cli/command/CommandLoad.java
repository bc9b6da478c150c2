package io.azulejo.cli.command;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares the kind of work that a command does. The launchers (the scripts {@code azulejo} and
 * {@code azulejo.cmd}) choose JVM options by it. A test compares their lists with these
 * declarations.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@interface CommandLoad {
  /** Returns the dominant kind of work. */
  Kind value();

  /** Kinds of work that the launchers distinguish. */
  enum Kind {
    /** Structures of arrays and groups: only the C1 compiler, the serial collector. */
    STRUCTURES,
    /** Cells: both compilers, the serial collector. */
    CELLS,
    /** Cells that become many objects, such as rows: both compilers, the default collector. */
    CELLS_AS_OBJECTS,
    /** The engine as embedded in other programs: JVM defaults. */
    BENCHMARKS
  }
}
