/** The command line. */
module io.azulejo.cli {
  requires transitive io.azulejo.core;
  requires transitive com.fasterxml.jackson.core;
  requires com.dynatrace.hash4j;
  requires de.siegmar.fastcsv;
  requires info.picocli;
  requires static java.desktop;

  exports io.azulejo.cli;
  exports io.azulejo.cli.picture;

  opens io.azulejo.cli to
      info.picocli;

  uses java.util.spi.ToolProvider;
}
