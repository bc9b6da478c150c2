package io.azulejo.cli;

/** Shows how far a read is, while standard error is a terminal. */
final class ReadProgress implements io.azulejo.query.Progress, AutoCloseable {
  private final Terminal terminal;
  private Progress shown;
  private long before;

  ReadProgress(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Of a read whose rows are written meanwhile: where they can be watched, they tell enough. */
  static ReadProgress besideOutput(Terminal terminal) {
    return new ReadProgress(
        terminal.watched()
            ? new Terminal(terminal.in(), terminal.out(), terminal.err(), terminal.width())
            : terminal);
  }

  @Override
  public void advanced(long done, long total) {
    if (shown == null) {
      shown = Progress.begin(terminal, total, "bytes");
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
