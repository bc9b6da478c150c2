package io.azulejo.tests;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests whose scenarios can be swept in another way, by {@link SweptArray#trying}. */
final class CrashTests {
  private CrashTests() {}

  /** The tests of classes that need nothing from outside and are not slow. */
  static Stream<Method> of(Class<?>... classes) {
    return Stream.of(classes)
        .flatMap(tests -> Stream.of(tests.getDeclaredMethods()))
        .filter(method -> method.isAnnotationPresent(Test.class))
        .filter(method -> !isSlow(method) && method.getParameterCount() == 0)
        .sorted(Comparator.comparing(Method::toString));
  }

  private static boolean isSlow(Method method) {
    Tag tag = method.getAnnotation(Tag.class);
    return tag != null && tag.value().equals("slow");
  }

  static void run(Method test) throws Exception {
    try {
      var constructor = test.getDeclaringClass().getDeclaredConstructor();
      test.invoke(constructor.newInstance());
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw (Exception) e.getCause();
    }
  }
}
