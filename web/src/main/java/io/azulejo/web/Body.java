package io.azulejo.web;

import io.azulejo.storage.InputFile;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * Receives the body of a response and ends the response as soon as it has the required bytes. After
 * {@link #stop}, it no longer writes to the caller's arrays.
 */
abstract class Body implements BodySubscriber<Body> {
  /**
   * Maximum number of unneeded bytes to read at the end of a response. A connection can be reused
   * only after its response has been read to the end.
   */
  private static final int MAX_DRAINED = 64 << 10;

  private final CompletableFuture<Body> end = new CompletableFuture<>();
  private Flow.@Nullable Subscription subscription;
  private boolean stopped;

  /** Number of times that bytes have arrived. While it grows, the server is not idle. */
  private volatile long arrivals;

  /**
   * Consumes bytes of the response.
   *
   * @return whether to receive more bytes
   */
  abstract boolean take(ByteBuffer bytes);

  /** Returns the reason why the response must not end yet, or null if it may end. */
  @Nullable String missing() {
    return null;
  }

  long arrivals() {
    return arrivals;
  }

  /** Ignores all further bytes and cancels the response. */
  final synchronized void stop() {
    stopped = true;
    if (subscription != null) {
      subscription.cancel();
    }
  }

  @Override
  public final CompletionStage<Body> getBody() {
    return end;
  }

  @Override
  public final synchronized void onSubscribe(Flow.Subscription begun) {
    subscription = begun;
    if (stopped) {
      begun.cancel();
    } else {
      begun.request(Long.MAX_VALUE);
    }
  }

  @Override
  public final synchronized void onNext(List<ByteBuffer> buffers) {
    arrivals = arrivals + 1;
    for (ByteBuffer buffer : buffers) {
      if (stopped) {
        return;
      }
      if (!take(buffer)) {
        finish();
      }
    }
  }

  private void finish() {
    stop();
    end.complete(this);
  }

  @Override
  public final void onError(Throwable failure) {
    end.completeExceptionally(failure);
  }

  @Override
  public final synchronized void onComplete() {
    String missing = missing();
    if (missing == null || stopped) {
      end.complete(this);
    } else {
      end.completeExceptionally(new IOException(missing));
    }
  }

  /** Discards the body, for example of an error or a redirection. */
  static final class None extends Body {
    private long size;

    @Override
    boolean take(ByteBuffer bytes) {
      size += bytes.remaining();
      return size <= MAX_DRAINED;
    }
  }

  /** Keeps the whole body, up to a maximum size. */
  static final class Whole extends Body {
    private final int max;
    private byte[] bytes = new byte[1 << 13];
    private int size;
    private boolean tooLarge;

    /** Creates a body of at most {@code max} bytes. The rest of a larger response is not read. */
    Whole(int max) {
      this.max = max;
    }

    @Override
    boolean take(ByteBuffer buffer) {
      int length = buffer.remaining();
      if (length > max - size) {
        tooLarge = true;
        return false;
      }
      if (length > bytes.length - size) {
        bytes =
            Arrays.copyOf(
                bytes, (int) Math.min(max, Math.max(size + (long) length, 2L * bytes.length)));
      }
      buffer.get(bytes, size, length);
      size += length;
      return true;
    }

    boolean isTooLarge() {
      return tooLarge;
    }

    byte[] bytes() {
      return Arrays.copyOf(bytes, size);
    }
  }

  /** Copies bytes of a file to the pieces of a read, and drops the bytes between the pieces. */
  static final class Scattered extends Body {
    private final List<InputFile.Piece> pieces;
    private final boolean cut;
    private long position;
    private int next;
    private long drained;

    /**
     * Creates a body for a response that starts at a position of the file.
     *
     * @param position the position in the file of the response's first byte
     * @param pieces non-empty pieces sorted by position, none of them before {@code position}
     * @param cut whether the response may end before the last piece, because the file ends there or
     *     its size is unknown
     */
    Scattered(long position, List<InputFile.Piece> pieces, boolean cut) {
      this.position = position;
      this.pieces = pieces;
      this.cut = cut;
    }

    @Override
    boolean take(ByteBuffer buffer) {
      while (next < pieces.size() && buffer.hasRemaining()) {
        InputFile.Piece piece = pieces.get(next);
        long into = position - piece.position();
        int length;
        if (into < 0) {
          length = (int) Math.min(-into, buffer.remaining());
          buffer.position(buffer.position() + length);
        } else {
          length = (int) Math.min(piece.length() - into, buffer.remaining());
          buffer.get(piece.target(), (int) (piece.offset() + into), length);
          if (into + length == piece.length()) {
            next++;
          }
        }
        position += length;
      }
      drained += buffer.remaining();
      return drained <= MAX_DRAINED;
    }

    /** Returns whether all pieces are filled. */
    boolean isComplete() {
      return next == pieces.size();
    }

    /** Returns the position in the file after the last byte received. */
    long position() {
      return position;
    }

    @Override
    @Nullable String missing() {
      return cut || isComplete()
          ? null
          : "the response ended early, at byte %d of the file".formatted(position);
    }
  }

  /** Keeps the last bytes of a response. */
  static final class Tail extends Body {
    private final byte[] last;
    private long size;

    /** Creates a body that keeps the last {@code length} bytes. */
    Tail(int length) {
      this.last = new byte[length];
    }

    @Override
    boolean take(ByteBuffer buffer) {
      while (buffer.hasRemaining()) {
        if (last.length == 0) {
          size += buffer.remaining();
          return true;
        }
        int at = (int) (size % last.length);
        int length = Math.min(buffer.remaining(), last.length - at);
        buffer.get(last, at, length);
        size += length;
      }
      return true;
    }

    long size() {
      return size;
    }

    /** Copies the bytes kept, in file order, to the start of an array. */
    void to(byte[] target) {
      if (size <= last.length) {
        System.arraycopy(last, 0, target, 0, (int) size);
        return;
      }
      int at = (int) (size % last.length);
      System.arraycopy(last, at, target, 0, last.length - at);
      System.arraycopy(last, 0, target, last.length - at, at);
    }
  }
}
