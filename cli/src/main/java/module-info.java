/** The command line of Azulejo. */
module io.azulejo.cli {
  requires transitive io.azulejo.core;
  requires transitive io.azulejo.pictures;
  requires io.azulejo.arrow;
  requires io.azulejo.imports;
  requires io.azulejo.text;
  requires com.fasterxml.jackson.core;
  requires info.picocli;
  requires static java.desktop;

  exports io.azulejo.cli;
  exports io.azulejo.cli.terminal;

  opens io.azulejo.cli.argument to
      info.picocli;
  opens io.azulejo.cli.command to
      info.picocli;

  uses java.util.spi.ToolProvider;
}
