import io.azulejo.*;
import io.azulejo.query.*;
import io.azulejo.schema.*;
import java.util.stream.LongStream;

/** Writes a million cells in ten batches and commits them at once. */
public class WriteMillionCells {
  public static void main(String[] args) {
    try (Azulejo azulejo = Azulejo.create()) {
      Dimension id = Dimension.of("id", Datatype.INT64, Range.of(0, 999_999), 10_000);
      Attribute root = Attribute.of("root", Datatype.FLOAT64);
      azulejo.create("points", ArraySchema.sparse().dimension(id).attribute(root).build());
      try (ArrayWriter out = azulejo.array("points").writer()) {
        for (int part = 0; part < 10; part++) {
          long[] ids = LongStream.range(part * 100_000, (part + 1) * 100_000).toArray();
          double[] roots = LongStream.of(ids).mapToDouble(Math::sqrt).toArray();
          out.append(Batch.of(Column.ofLongs("id", ids), Column.ofDoubles("root", roots)));
        }
        out.commit();
      }
      System.out.println(azulejo.open("points").read().aggregate("count(), max(root)"));
    }
  }
}
