/** The command line. */
module io.azulejo.cli {
  requires transitive io.azulejo.core;
  requires transitive com.fasterxml.jackson.core;
  requires info.picocli;

  exports io.azulejo.cli;

  opens io.azulejo.cli to
      info.picocli;

  uses java.util.spi.ToolProvider;
}
