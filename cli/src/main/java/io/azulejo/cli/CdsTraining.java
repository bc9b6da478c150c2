package io.azulejo.cli;

import io.azulejo.cli.terminal.StoreJars;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.text.output.RowWriter;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Training run for class data sharing (CDS). Runs common commands on sample arrays and discards
 * their output, so that the JVM can archive the loaded classes for faster starts. The launcher runs
 * it once.
 */
final class CdsTraining {
  private CdsTraining() {}

  /**
   * Runs the commands on the samples. {@code args[0]} is the folder that contains the sample
   * arrays.
   */
  public static void main(String[] args) {
    StoreJars.find();
    String samples = args[0];
    Terminal nowhere =
        new Terminal(
            InputStream.nullInputStream(),
            OutputStream.nullOutputStream(),
            OutputStream.nullOutputStream(),
            100);
    Main.run(nowhere, "--help");
    Main.run(nowhere, "tree", samples);
    for (String sample : new String[] {"grid", "names", "colors"}) {
      String uri = samples + "/" + sample;
      Main.run(nowhere, "info", uri);
      Main.run(nowhere, "fragments", uri);
      Main.run(nowhere, "meta", uri);
      Main.run(nowhere, "schema", uri);
      Main.run(nowhere, "schema", uri, "--format", "json");
      for (RowWriter.Format format : RowWriter.Format.values()) {
        Main.run(nowhere, "read", uri, "--format", format.toString());
      }
    }
  }
}
