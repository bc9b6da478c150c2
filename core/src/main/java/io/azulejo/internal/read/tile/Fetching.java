package io.azulejo.internal.read.tile;

import io.azulejo.internal.runtime.EngineEvent;
import io.azulejo.internal.runtime.Pending;
import java.util.List;

/**
 * A pending fetch of tile parts. It must be either awaited or stopped. It may be used by one thread
 * at a time.
 */
final class Fetching {
  private final Pending<Boolean> pending;
  private final EngineEvent.Started event;
  private final List<TilePart> wanted;
  private final Runnable fetched;

  /**
   * Creates a pending fetch.
   *
   * @param pending the read that provides the parts with their bytes
   * @param event the event to complete, or null
   * @param fetched runs after all parts have their bytes
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

  /**
   * Waits until all parts have their bytes. When this method returns or throws, no part is being
   * read.
   */
  void await() {
    pending.await();
    record(event, wanted);
    fetched.run();
  }

  /**
   * Completes an event with the number of files and bytes fetched. Does nothing if the event is
   * null.
   */
  static void record(EngineEvent.Started event, List<TilePart> wanted) {
    if (event != null) {
      long files = wanted.stream().map(TilePart::file).distinct().count();
      event.files(files).bytes(wanted.stream().mapToLong(TilePart::wantedLength).sum()).done();
    }
  }

  /**
   * Cancels the fetch after a failure and waits for its end.
   *
   * @param failure receives a further exception as suppressed
   */
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
