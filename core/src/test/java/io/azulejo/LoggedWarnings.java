package io.azulejo;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Collects the warnings that the engine logs, of all threads. */
public final class LoggedWarnings extends Handler implements AutoCloseable {
  private static final Logger LOGGER = Logger.getLogger("io.azulejo");

  private final List<String> messages = new CopyOnWriteArrayList<>();

  /** Starts to collect; close it to stop. */
  public static LoggedWarnings collect() {
    LoggedWarnings warnings = new LoggedWarnings();
    LOGGER.addHandler(warnings);
    return warnings;
  }

  /** The warnings that mention a text. */
  public List<String> about(String text) {
    return messages.stream().filter(message -> message.contains(text)).toList();
  }

  @Override
  public void publish(LogRecord logged) {
    if (logged.getLevel() == Level.WARNING) {
      messages.add(logged.getMessage());
    }
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    LOGGER.removeHandler(this);
  }
}
