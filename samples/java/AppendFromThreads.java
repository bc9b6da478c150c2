import io.azulejo.*;
import io.azulejo.query.*;
import io.azulejo.schema.*;
import java.util.stream.*;

/** Appends from four threads at once; each append is a commit of its own. */
public class AppendFromThreads {
  public static void main(String[] args) {
    try (Azulejo azulejo = Azulejo.create()) {
      ArrayHandle log = azulejo.array("log");
      log.create(
          ArraySchema.sparse()
              .dimension(Dimension.of("id", Datatype.INT64, Range.of(0, 1_000_000), 1000))
              .attribute(Attribute.of("thread", Datatype.INT32))
              .build());
      IntStream.range(0, 4).parallel().forEach(thread -> {
        for (long id = thread; id < 40; id += 4)
          log.append(Batch.of(Column.ofLongs("id", id), Column.ofInts("thread", thread)));
      });
      log.consolidate(); // forty small fragments become one
      System.out.println(log.read().aggregate("count() by thread"));
    }
  }
}
