package io.azulejo.internal.runtime;

import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Work of a driver of {@link Tasks} that can be cancelled through its future: cancelling interrupts
 * the driver's thread, unless the work is shielded.
 */
public final class DrivenWork {
  private final BooleanSupplier closed;
  private @Nullable Thread thread;
  private boolean cancelled;

  DrivenWork(BooleanSupplier closed) {
    this.closed = closed;
  }

  /** Does the work in this thread, which is not interrupted afterwards. */
  <T> T run(Function<? super DrivenWork, ? extends T> work) {
    synchronized (this) {
      thread = Thread.currentThread();
      if (cancelled) {
        thread.interrupt();
      }
    }
    try {
      return work.apply(this);
    } finally {
      shield();
    }
  }

  /** Cancels the work, unless it is finished or shielded. */
  synchronized void cancel() {
    cancelled = true;
    if (thread != null) {
      thread.interrupt();
    }
  }

  /**
   * Begins a commit, which is not interrupted.
   *
   * @throws CancellationException if the work is cancelled or the engine is closed
   */
  public synchronized void beginCommit() {
    if (closed.getAsBoolean()) {
      throw new Cancellation.Closed();
    }
    if (cancelled) {
      throw new CancellationException("the future was completed");
    }
    shield();
  }

  /** Stops interruptions of this thread, so that it can clean up. */
  public synchronized void shield() {
    thread = null;
    Thread.interrupted();
  }
}
