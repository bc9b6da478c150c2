import io.azulejo.Azulejo;
import io.azulejo.query.Batch;
import java.util.concurrent.*;

/** Reads in threads of the engine as batches are requested, and cancels after the first one. */
public class ReadAsync implements Flow.Subscriber<Batch> {
  private final CompletableFuture<Integer> rows = new CompletableFuture<>();
  private Flow.Subscription batches;

  public static void main(String[] args) {
    ReadAsync subscriber = new ReadAsync();
    try (Azulejo azulejo = Azulejo.create()) {
      azulejo.open("samples/grid").read().publisher().subscribe(subscriber);
      System.out.println(subscriber.rows.join() + " cells");
    }
  }

  @Override public void onSubscribe(Flow.Subscription s) { (batches = s).request(1); }
  @Override public void onNext(Batch batch) { rows.complete(batch.rows()); batches.cancel(); }
  @Override public void onError(Throwable e) { rows.completeExceptionally(e); }
  @Override public void onComplete() { rows.complete(0); }
}
