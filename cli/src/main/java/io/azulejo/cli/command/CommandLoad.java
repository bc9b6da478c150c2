package io.azulejo.cli.command;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares what a command works on. The launchers (the scripts {@code azulejo} and {@code
 * azulejo.cmd}) choose options of the Java machine by it; a test compares their lists with these
 * declarations.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@interface CommandLoad {
  /** What takes the time of the command. */
  Kind value();

  /** Kinds of work that the launchers distinguish. */
  enum Kind {
    /** Structures of arrays and groups: the first compiler alone, a collector without threads. */
    STRUCTURES,
    /** Cells: both compilers, a collector without threads. */
    CELLS,
    /** Cells that become many objects, such as rows: both compilers, the usual collector. */
    CELLS_AS_OBJECTS,
    /** The engine, as other programs run it: the defaults of the Java machine. */
    BENCHMARKS
  }
}
