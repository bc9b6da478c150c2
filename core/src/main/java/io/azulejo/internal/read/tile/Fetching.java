package io.azulejo.internal.read.tile;

import io.azulejo.internal.runtime.EngineEvent;
import io.azulejo.internal.runtime.Pending;
import java.util.List;

/**
 * Parts of tiles that are on their way. To be awaited, whatever happens. For one thread at a time.
 */
final class Fetching {
  private final Pending<Boolean> pending;
  private final EngineEvent.Started event;
  private final List<TilePart> wanted;
  private final Runnable fetched;

  /**
   * Parts that a pending read gives their bytes.
   *
   * @param fetched called when all of them have their bytes
   */
  Fetching(
      Pending<Boolean> pending,
      EngineEvent.Started event,
      List<TilePart> wanted,
      Runnable fetched) {
    this.pending = pending;
    this.event = event;
    this.wanted = wanted;
    this.fetched = fetched;
  }

  /** Waits until all parts have their bytes. When this returns, normally or not, none is read. */
  void await() {
    pending.await();
    record(event, wanted);
    fetched.run();
  }

  /** Records what was fetched; nothing where nobody wants that. */
  static void record(EngineEvent.Started event, List<TilePart> wanted) {
    if (event != null) {
      long files = wanted.stream().map(TilePart::file).distinct().count();
      event.files(files).bytes(wanted.stream().mapToLong(TilePart::wantedLength).sum()).done();
    }
  }

  /** Ends early what a failure has made needless; what fails now is added to it. */
  void stop(Throwable failure) {
    pending.cancel();
    try {
      pending.await();
    } catch (RuntimeException e) {
      if (e != failure) {
        failure.addSuppressed(e);
      }
    }
  }
}
