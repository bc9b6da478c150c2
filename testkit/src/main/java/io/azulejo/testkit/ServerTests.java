package io.azulejo.testkit;

import io.azulejo.testkit.ThirdPartyServer.Kind;
import io.azulejo.testkit.ThirdPartyServer.Unavailable;
import java.lang.reflect.Method;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/**
 * Runs the tests of a class on a server of others, which is started before them and ended after
 * them. Tests that the server is known to fail have to fail, and then count as skipped. What became
 * of all is printed; where the server can't be had none is run, and that is printed.
 */
public final class ServerTests
    implements BeforeAllCallback, AfterAllCallback, InvocationInterceptor {
  /**
   * What a server is known to do wrong.
   *
   * @param always whether the test always fails; else it may pass
   */
  private record Fault(String reason, boolean always) {}

  private final Kind kind;
  private final Map<String, Fault> faults = new LinkedHashMap<>();
  private final List<String> failed = new ArrayList<>();
  private ThirdPartyServer server;
  private int passed;

  /** All tests, which the server is to pass. */
  public ServerTests(Kind kind) {
    this.kind = kind;
  }

  /** Some tests fail on this server. */
  public ServerTests fails(String reason, String... tests) {
    for (String test : tests) {
      faults.put(test, new Fault(reason, true));
    }
    return this;
  }

  /** Some tests fail on this server by chance. */
  public ServerTests mayFail(String reason, String... tests) {
    for (String test : tests) {
      faults.put(test, new Fault(reason, false));
    }
    return this;
  }

  /** Where the server answers. */
  public URI endpoint() {
    return server.endpoint();
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    for (String test : faults.keySet()) {
      if (!isMethod(context.getRequiredTestClass(), test)) {
        throw new IllegalStateException("there is no test " + test);
      }
    }
    try {
      server = ThirdPartyServer.start(kind);
    } catch (Unavailable e) {
      String message = kind.title() + ": not tested: " + e.getMessage();
      if (ThirdPartyServer.isAskedFor(kind)) {
        throw new IllegalStateException(message, e);
      }
      System.out.println(message);
      Assumptions.abort(message);
    }
  }

  private static boolean isMethod(Class<?> type, String name) {
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      if (Arrays.stream(each.getDeclaredMethods()).anyMatch(m -> m.getName().equals(name))) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void interceptTestMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    String test = method.getExecutable().getName();
    Fault fault = faults.get(test);
    try {
      invocation.proceed();
    } catch (Exception | AssertionError e) {
      if (fault == null) {
        throw e;
      }
      failed.add(test + ": " + fault.reason);
      Assumptions.abort(server.title() + " is known to fail here: " + fault.reason);
    }
    if (fault != null && fault.always) {
      throw new AssertionError(
          "%s passes now what it was known to fail (%s): take it from the list of its faults"
              .formatted(server.title(), fault.reason));
    }
    passed++;
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (server == null) {
      return;
    }
    server.close();
    System.out.printf(
        "%s: %d tests passed, %d failed as it is known to fail%s%n",
        server.title(), passed, failed.size(), failed.isEmpty() ? "" : ":");
    failed.forEach(test -> System.out.println("  " + test));
  }
}
