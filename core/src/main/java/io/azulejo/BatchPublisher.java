package io.azulejo;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A publisher of the batches of a read. Each subscription runs the read separately. */
final class BatchPublisher implements Flow.Publisher<Batch> {
  private final Supplier<BatchReader> read;
  private final Tasks tasks;

  /**
   * Creates a publisher.
   *
   * @param read starts a read
   * @param tasks the threads that read
   */
  BatchPublisher(Supplier<BatchReader> read, Tasks tasks) {
    this.read = read;
    this.tasks = tasks;
  }

  @Override
  public void subscribe(Flow.Subscriber<? super Batch> subscriber) {
    subscriber.onSubscribe(new Subscription(Objects.requireNonNull(subscriber, "subscriber")));
  }

  /**
   * One run of the read. A thread of the engine works on it as long as batches are requested. Only
   * this thread sends signals, so that they are sequential.
   */
  private final class Subscription implements Flow.Subscription {
    private final Flow.Subscriber<? super Batch> subscriber;
    private long requested;
    private boolean running;
    private boolean ended;
    private @Nullable RuntimeException refused;
    private @Nullable BatchReader reader;

    /**
     * The next batch. It is read before the subscriber requests it, because only reading shows
     * whether the read has ended.
     */
    private @Nullable Batch ahead;

    Subscription(Flow.Subscriber<? super Batch> subscriber) {
      this.subscriber = subscriber;
    }

    @Override
    public void request(long batches) {
      synchronized (this) {
        if (batches <= 0) {
          refused = new IllegalArgumentException(batches + " batches requested (minimum: 1)");
        } else {
          requested += Math.min(batches, Long.MAX_VALUE - requested);
        }
        if (running || ended) {
          return;
        }
        running = true;
      }
      try {
        tasks.drive(this::run, () -> {});
      } catch (InvalidRequestException closed) {
        if (end()) {
          subscriber.onError(closed);
        }
      }
    }

    private Boolean run() {
      while (fetch()) {
        if (!take()) {
          return false;
        }
        if (isRefused()) {
          continue;
        }
        Batch batch = Objects.requireNonNull(ahead, "a batch");
        ahead = null;
        try {
          subscriber.onNext(batch);
        } catch (RuntimeException | Error e) {
          cancel();
          throw e;
        }
      }
      return true;
    }

    /**
     * Reads the next batch unless one is already waiting, and signals the end of the read. Returns
     * whether a batch is waiting.
     */
    private boolean fetch() {
      try {
        if (isRefused()) {
          throw Objects.requireNonNull(refused, "the refusal");
        }
        if (ahead == null) {
          ahead = open().next();
        }
        if (ahead == null && end()) {
          subscriber.onComplete();
        }
      } catch (RuntimeException | Error e) {
        ahead = null;
        if (end()) {
          subscriber.onError(e);
        }
      }
      return ahead != null;
    }

    private BatchReader open() {
      synchronized (this) {
        if (reader != null) {
          return reader;
        }
      }
      BatchReader opened = read.get();
      synchronized (this) {
        reader = opened;
        if (ended) {
          opened.close();
        }
      }
      return opened;
    }

    private synchronized boolean isRefused() {
      return refused != null;
    }

    /**
     * Takes one of the requested batches. Returns false if neither a request nor a refusal remains;
     * the thread then ends.
     */
    private synchronized boolean take() {
      running = !ended && (requested > 0 || refused != null);
      requested -= running && refused == null ? 1 : 0;
      return running;
    }

    /** Ends the read. Returns whether it had not ended before. */
    private synchronized boolean end() {
      boolean first = !ended;
      ended = true;
      if (reader != null) {
        reader.close();
      }
      return first;
    }

    @Override
    public void cancel() {
      end();
    }
  }
}
