package io.azulejo.internal.runtime;

import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Work in a driver thread of {@link Tasks} that can be cancelled through its future. Cancellation
 * interrupts the driver thread, unless the work is shielded.
 */
public final class DrivenWork {
  private final BooleanSupplier closed;
  private @Nullable Thread thread;
  private boolean cancelled;

  DrivenWork(BooleanSupplier closed) {
    this.closed = closed;
  }

  /**
   * Runs the work in this thread. When it returns or throws, later cancellations do not interrupt
   * the thread.
   */
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

  /** Cancels the work. Does nothing to work that is finished or shielded. */
  synchronized void cancel() {
    cancelled = true;
    if (thread != null) {
      thread.interrupt();
    }
  }

  /**
   * Begins a commit. From now on, cancellation does not interrupt the work.
   *
   * @throws CancellationException if the work has been cancelled or the engine is closed
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

  /**
   * Prevents further interruptions of this thread and clears a pending one, so that it can clean
   * up.
   */
  public synchronized void shield() {
    thread = null;
    Thread.interrupted();
  }
}
