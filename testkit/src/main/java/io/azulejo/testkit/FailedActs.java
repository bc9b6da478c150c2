package io.azulejo.testkit;

import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;

/** Calls a failing store in every possible way and collects the resulting messages as text. */
public final class FailedActs {
  private final List<String> texts = new ArrayList<>();

  /** Creates an empty collection. */
  public FailedActs() {}

  /** Calls each kind of operation once on a file of a store. */
  public void collect(Storage store, Location file) {
    attempt(() -> store.createExclusive(file, new byte[] {1}));
    attempt(() -> store.list(file));
    attempt(() -> store.find(file));
    attempt(() -> store.delete(file));
    attempt(() -> store.delete(List.of(file, file.parent())));
    attempt(() -> store.tryCopy(file, file.parent()));
    attempt(
        () -> {
          try (InputFile in = store.open(file)) {
            in.read(0, new byte[1], 0, 1);
          }
        });
  }

  private void attempt(Runnable act) {
    try {
      act.run();
    } catch (RuntimeException e) {
      StringWriter text = new StringWriter();
      e.printStackTrace(new PrintWriter(text));
      texts.add(text.toString());
    }
  }

  /** Returns the messages and stack traces of the failed operations. */
  public List<String> texts() {
    return List.copyOf(texts);
  }
}
