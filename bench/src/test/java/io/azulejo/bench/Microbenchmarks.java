package io.azulejo.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Runs the micro-benchmarks, when it is asked for by name. */
class Microbenchmarks {
  @Test
  void run() throws Exception {
    String only = System.getProperty("benchmarks", ".*");
    assertThat(new Runner(new OptionsBuilder().include(only).build()).run()).isNotEmpty();
  }
}
