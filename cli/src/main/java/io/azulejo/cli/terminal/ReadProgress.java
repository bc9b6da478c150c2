package io.azulejo.cli.terminal;

/** Shows how far a read is, while standard error is a terminal. */
public final class ReadProgress implements io.azulejo.query.Progress, AutoCloseable {
  private final Terminal terminal;
  private final String unit;
  private ProgressBar shown;
  private long before;

  public ReadProgress(Terminal terminal) {
    this(terminal, "bytes");
  }

  /**
   * Of work that is counted in other units.
   *
   * @param unit of what, in the plural
   */
  public ReadProgress(Terminal terminal, String unit) {
    this.terminal = terminal;
    this.unit = unit;
  }

  /** Of a read whose rows are written meanwhile: on a terminal, these show the progress. */
  public static ReadProgress besideOutput(Terminal terminal) {
    return new ReadProgress(
        terminal.watched()
            ? new Terminal(terminal.in(), terminal.out(), terminal.err(), terminal.width())
            : terminal);
  }

  @Override
  public void advanced(long done, long total) {
    if (shown != null && done < before) {
      // Other work begins.
      shown.close();
      shown = null;
      before = 0;
    }
    if (shown == null) {
      shown = ProgressBar.begin(terminal, total, unit);
    }
    shown.advance(done - before);
    before = done;
  }

  @Override
  public void close() {
    if (shown != null) {
      shown.close();
    }
  }
}
