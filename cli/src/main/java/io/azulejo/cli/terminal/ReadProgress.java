package io.azulejo.cli.terminal;

/** Shows the progress of a read or other long work if standard error is a terminal. */
public final class ReadProgress implements io.azulejo.query.Progress, AutoCloseable {
  private final Terminal terminal;
  private final String label;
  private final String unit;
  private ProgressBar shown;
  private long before;

  /**
   * Creates the progress of work that is counted in bytes.
   *
   * @param label the activity, such as {@code reading}
   */
  public ReadProgress(Terminal terminal, String label) {
    this(terminal, label, "bytes");
  }

  /**
   * Creates the progress of work that is counted in other units.
   *
   * @param label the activity, such as {@code reading}
   * @param unit the unit in the plural
   */
  public ReadProgress(Terminal terminal, String label, String unit) {
    this.terminal = terminal;
    this.label = label;
    this.unit = unit;
  }

  /**
   * Returns the progress of a read whose rows are printed at the same time. On a terminal, the rows
   * themselves show the progress.
   */
  public static ReadProgress forPrintedRows(Terminal terminal) {
    return new ReadProgress(
        terminal.watched()
            ? new Terminal(terminal.in(), terminal.out(), terminal.err(), terminal.width())
            : terminal,
        "reading");
  }

  @Override
  public void advanced(long done, long total) {
    if (shown != null && done < before) {
      // The next phase starts.
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
