import io.azulejo.*;
import io.azulejo.query.*;

/** Opens an array as it was at a time, and lists what happened to it. */
public class TimeTravel {
  public static void main(String[] args) {
    try (Azulejo azulejo = Azulejo.create()) {
      Array then = azulejo.open("samples/grid", TimeRange.until(10));
      Array now = azulejo.open("samples/grid");
      System.out.println(then.read().aggregate("count(), max(a)"));
      System.out.println(now.read().aggregate("count(), max(a)"));
      now.history().forEach(entry -> System.out.println(entry.times() + " " + entry.name()));
    }
  }
}
