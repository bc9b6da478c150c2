package io.azulejo.cli.terminal;

/** Shows how far a read, or other long work, is, while standard error is a terminal. */
public final class ReadProgress implements io.azulejo.query.Progress, AutoCloseable {
  private final Terminal terminal;
  private final String label;
  private final String unit;
  private ProgressBar shown;
  private long before;

  /**
   * Of work that is counted in bytes.
   *
   * @param label what is done, such as {@code reading}
   */
  public ReadProgress(Terminal terminal, String label) {
    this(terminal, label, "bytes");
  }

  /**
   * Of work that is counted in other units.
   *
   * @param label what is done, such as {@code reading}
   * @param unit of what, in the plural
   */
  public ReadProgress(Terminal terminal, String label, String unit) {
    this.terminal = terminal;
    this.label = label;
    this.unit = unit;
  }

  /** Of a read whose rows are written meanwhile: on a terminal, these show the progress. */
  public static ReadProgress besideOutput(Terminal terminal) {
    return new ReadProgress(
        terminal.watched()
            ? new Terminal(terminal.in(), terminal.out(), terminal.err(), terminal.width())
            : terminal,
        "reading");
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
      shown = ProgressBar.begin(terminal, label, total, unit);
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
