import io.azulejo.*;
import io.azulejo.query.*;
import io.azulejo.schema.*;

/** Reads a window of a dense array into a {@code double[]}. */
public class SliceToDoubles {
  public static void main(String[] args) {
    try (Azulejo azulejo = Azulejo.create()) {
      ArrayHandle field = azulejo.array("field");
      field.create(
          ArraySchema.dense()
              .dimension(Dimension.of("y", Datatype.INT32, Range.of(0, 999), 100))
              .dimension(Dimension.of("x", Datatype.INT32, Range.of(0, 999), 100))
              .attribute(Attribute.of("t", Datatype.FLOAT64))
              .build());
      double[] all = new double[1000 * 1000];
      for (int i = 0; i < all.length; i++) all[i] = Math.sqrt(i);
      field.write(Subarray.ALL, "t", all);

      Values<double[]> window = field.read().range("y", 0, 1).range("x", 10, 12).doubles("t");
      System.out.println(window.shape() + ": " + java.util.Arrays.toString(window.values()));
    }
  }
}
