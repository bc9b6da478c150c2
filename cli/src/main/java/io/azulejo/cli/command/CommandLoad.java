package io.azulejo.cli.command;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares the kind of work that a command does. The launch scripts {@code azulejo} and {@code
 * azulejo.cmd} choose JVM options accordingly. A test compares the commands listed in the scripts
 * with these declarations.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@interface CommandLoad {
  /** Returns the dominant kind of work. */
  Kind value();

  /** Kinds of work for which the launch scripts choose different JVM options. */
  enum Kind {
    /** Reading structures of arrays and groups: only the C1 compiler, and the serial collector. */
    STRUCTURES,
    /** Processing cells: both compilers, and the serial collector. */
    CELLS,
    /**
     * Processing cells that become many objects, such as rows: both compilers, and the default
     * collector.
     */
    CELLS_AS_OBJECTS,
    /** Measuring the engine as other programs use it: the JVM's default options. */
    BENCHMARKS
  }
}
