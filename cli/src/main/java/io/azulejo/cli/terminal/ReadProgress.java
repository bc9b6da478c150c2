package io.azulejo.cli.terminal;

/**
 * A progress listener that shows a {@link ProgressBar} for a read or other long work. Not
 * thread-safe.
 */
public final class ReadProgress implements io.azulejo.query.Progress, AutoCloseable {
  private final Terminal terminal;
  private final String label;
  private final String unit;
  private ProgressBar shown;
  private long before;

  /**
   * Creates a listener for work that is counted in bytes.
   *
   * @param terminal the terminal whose standard error shows the progress
   * @param label the activity, such as {@code reading}
   */
  public ReadProgress(Terminal terminal, String label) {
    this(terminal, label, "bytes");
  }

  /**
   * Creates a listener for work that is counted in other units.
   *
   * @param terminal the terminal whose standard error shows the progress
   * @param label the activity, such as {@code reading}
   * @param unit the unit in the plural
   */
  public ReadProgress(Terminal terminal, String label, String unit) {
    this.terminal = terminal;
    this.label = label;
    this.unit = unit;
  }

  /**
   * Creates a listener for a read whose rows are printed at the same time. It shows nothing if
   * standard output is a terminal, because the rows themselves show the progress.
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
      // A smaller amount than before means that the next phase has started.
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
