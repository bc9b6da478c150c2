package io.azulejo.testkit;

import io.azulejo.error.CommitUnknownException;
import io.azulejo.storage.FileTree;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.FaultProxy.Exchange;
import io.azulejo.testkit.FaultProxy.Request;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A sweep that runs the change of a {@link Scenario} in an S3 store and makes each request fail. A
 * request fails once, or in all its attempts, or together with all later requests.
 *
 * <p>A single failure must not have any effect. Otherwise the change may fail, and the state must
 * satisfy {@link ErrorSweep} and {@link CrashSweep}. If the error says that the outcome is unknown,
 * the advice in its message must reveal the outcome. Exceptions must not contain secrets.
 */
public final class RequestSweep {
  /** Maximum number of attempts for each request. */
  private static final int ATTEMPTS = 3;

  private static final List<String> SECRETS = List.of(S3Server.SECRET, "a-header-that-is-secret");

  private static final Pattern CREATED = Pattern.compile("it was if (\\S+) exists");
  private static final Pattern DELETED =
      Pattern.compile("whether (\\S+) was deleted permanently .*it was unless it exists");
  private static final Pattern TOKEN =
      Pattern.compile("whether s3://(\\S+) was created .*azulejo-token=(\\S+) in");

  /** The duration of a fault. */
  private enum Lasting {
    /** Only the first attempt of a request fails. */
    ONCE,
    /** Every attempt of a request fails; other requests succeed. */
    EACH_ATTEMPT,
    /** The request and all later ones fail. */
    FOR_GOOD
  }

  private final Scenario scenario;
  private final S3Server server;
  private final CrashSweep crashes;
  private final ErrorSweep errors;
  private Set<RequestFault> faults = EnumSet.allOf(RequestFault.class);
  private int max = Integer.MAX_VALUE;
  private String only;
  private List<String> filesAfter = List.of();

  /** Creates a sweep over a scenario. It creates the buckets of the scenario on the server. */
  public RequestSweep(Scenario scenario, S3Server server) {
    this.scenario = scenario;
    this.server = server;
    crashes = new CrashSweep(scenario);
    errors = new ErrorSweep(scenario);
  }

  /** Sets the faults to test (default: all). Returns this sweep. */
  public RequestSweep faults(Set<RequestFault> some) {
    faults = EnumSet.copyOf(some);
    return this;
  }

  /**
   * Limits the disturbed requests to about {@code requests}, evenly spread, and the last request of
   * the change. Returns this sweep.
   */
  public RequestSweep atMost(int requests) {
    max = requests;
    return this;
  }

  /**
   * Runs only one case. Returns this sweep.
   *
   * @param id the id of the case, as reported in the message of a failure
   */
  public RequestSweep only(String id) {
    only = id;
    return this;
  }

  /**
   * Runs all selected cases.
   *
   * @return the number of cases
   * @throws AssertionError if any case failed; the message describes the first failures
   */
  public int run() throws Exception {
    crashes.prepare();
    errors.prepare();
    Findings findings = new Findings("requests of \"" + scenario.name + "\"", only);
    Map<String, String> settings = new HashMap<>(S3Server.settings(server.endpoint()));
    Storage direct = S3Server.store(settings);
    try (FaultProxy proxy = FaultProxy.before(server.endpoint())) {
      settings.putAll(S3Server.settings(proxy.endpoint()));
      settings.put("vfs.s3.custom_headers.x-key", SECRETS.get(1));
      settings.put("vfs.s3.connect_max_tries", Integer.toString(ATTEMPTS));
      // Minimize concurrency, so that each request has the same number in every run.
      settings.put("vfs.s3.max_parallel_ops", "1");
      Storage store = S3Server.store(settings);
      try (Bucket bucket = new Bucket(server, direct, scenario.start())) {
        run(findings, proxy, store, bucket);
      } finally {
        store.close();
      }
    } finally {
      direct.close();
    }
    return findings.report();
  }

  private void run(Findings findings, FaultProxy proxy, Storage store, Bucket bucket)
      throws Exception {
    Throwable failure = errors.change(store, Storage.inMemory());
    if (failure != null) {
      throw new AssertionError("the change failed without a fault", failure);
    }
    List<Request> requests = proxy.requests();
    Storage after = bucket.found();
    errors.checkFound(null, StoredFiles.copy(after), false, false);
    filesAfter = scenario.shapes(StoredFiles.paths(after));
    for (int number : some(requests.size())) {
      Request request = requests.get(number);
      for (RequestFault fault : faults) {
        for (Lasting lasting : Lasting.values()) {
          String id = number + "/" + fault + "/" + lasting;
          if (fault.fits(request) && findings.wanted(id)) {
            findings.check(
                id,
                "request %d of %d, %s %s%s, %s %s"
                    .formatted(
                        number,
                        requests.size(),
                        request.method(),
                        request.path(),
                        request.query().isEmpty() ? "" : "?" + request.query(),
                        fault,
                        lasting),
                () -> check(new Trouble(number, fault, lasting), proxy, store, bucket));
          }
        }
      }
    }
  }

  private Set<Integer> some(int requests) {
    Set<Integer> some = new LinkedHashSet<>();
    int step = (requests + max - 1) / Math.max(1, Math.min(max, requests));
    for (int number = 0; number < requests; number++) {
      if (number % step == 0 || number == requests - 1) {
        some.add(number);
      }
    }
    return some;
  }

  private void check(Trouble trouble, FaultProxy proxy, Storage store, Bucket bucket)
      throws Exception {
    bucket.reset();
    proxy.reset();
    proxy.inject(request -> true, Integer.MAX_VALUE, trouble);
    Throwable failure = errors.change(store, Storage.inMemory());
    proxy.reset();
    trouble.deliver();
    requireNoSecrets(failure);
    ErrorSweep.checkEnd(failure, List.of());
    Storage found = bucket.found();
    if (trouble.lasting == Lasting.ONCE) {
      if (failure != null) {
        throw new AssertionError(
            "the change failed although the request was repeated: " + failure, failure);
      }
      List<String> files = scenario.shapes(StoredFiles.paths(found));
      if (!files.equals(filesAfter)) {
        throw new AssertionError("the files are %s (expected %s)".formatted(files, filesAfter));
      }
    }
    if (failure instanceof CommitUnknownException unknown) {
      if (trouble.lasting == Lasting.EACH_ATTEMPT
          && trouble.fault.isDone()
          && RequestFault.isCreation(trouble.spoiled)) {
        throw new AssertionError(
            "the outcome is unknown, but the store could have been asked", failure);
      }
      checkWayToFindOut(unknown, found);
    }
    boolean mayLeaveFiles =
        trouble.lasting == Lasting.FOR_GOOD
            || trouble.fault == RequestFault.LATE_REQUEST
            || (trouble.spoiled != null && RequestFault.isDeletion(trouble.spoiled));
    if (trouble.lasting == Lasting.FOR_GOOD) {
      crashes.checkRestart(StoredFiles.copy(found), failure == null);
    }
    errors.checkFound(failure, found, mayLeaveFiles, !trouble.fault.isRefusal());
  }

  private static void requireNoSecrets(Throwable failure) {
    if (failure == null) {
      return;
    }
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text));
    for (String secret : SECRETS) {
      if (text.toString().contains(secret)) {
        throw new AssertionError("an exception contains the secret " + secret, failure);
      }
    }
  }

  /**
   * Follows the advice in the message of an exception with an unknown outcome, and checks that it
   * reveals the outcome.
   */
  private void checkWayToFindOut(CommitUnknownException unknown, Storage found) throws Exception {
    String message = unknown.getMessage();
    Matcher created = CREATED.matcher(message);
    if (created.find()) {
      requireDoneIf(found.find(Location.of(created.group(1))).isPresent(), unknown, found);
    }
    Matcher deleted = DELETED.matcher(message);
    if (deleted.find()) {
      requireDoneIf(found.find(Location.of(deleted.group(1))).isEmpty(), unknown, found);
    }
    Matcher token = TOKEN.matcher(message);
    if (token.find()) {
      Optional<String> there = server.metadata(token.group(1), "azulejo-token");
      if (there.isPresent() && !there.get().equals(token.group(2))) {
        throw new AssertionError("the token is " + there.get(), unknown);
      }
    }
    if (created.reset().find() || deleted.reset().find()) {
      return;
    }
    if (!message.matches("(?s).*(again|once more|repair|remove).*")) {
      throw new AssertionError("the exception does not say what to do", unknown);
    }
  }

  /**
   * Checks that a change is done or not, as the advice said. A change in steps may be partly done,
   * whatever the outcome of one step.
   */
  private void requireDoneIf(boolean done, CommitUnknownException unknown, Storage found)
      throws Exception {
    if (done ? errors.isBefore(found) : errors.isAfter(found)) {
      throw new AssertionError(
          "according to the exception, the change was %sdone, but the array is as %s it"
              .formatted(done ? "" : "not ", done ? "before" : "after"),
          unknown);
    }
  }

  /** The disturbance of one request and, depending on its duration, of later ones. */
  private static final class Trouble implements FaultProxy.Fault {
    private final int number;
    private final RequestFault fault;
    private final Lasting lasting;
    private final List<Exchange> late = new ArrayList<>();
    private int requests;
    private int left = ATTEMPTS;

    /** The first disturbed request, or null if none has been disturbed yet. */
    private Request spoiled;

    Trouble(int number, RequestFault fault, Lasting lasting) {
      this.number = number;
      this.fault = fault;
      this.lasting = lasting;
    }

    @Override
    public void answer(Exchange exchange) throws IOException {
      if (spoils(exchange.request())) {
        if (fault == RequestFault.LATE_REQUEST) {
          add(exchange);
        }
        fault.inject(exchange);
        return;
      }
      exchange.relay();
      if (lasting == Lasting.ONCE && isRepetition(exchange.request())) {
        deliver();
      }
    }

    private synchronized void add(Exchange exchange) {
      late.add(exchange);
    }

    private synchronized boolean spoils(Request request) {
      boolean first = spoiled == null && requests >= number && fault.fits(request);
      requests++;
      if (first) {
        spoiled = request;
      }
      return switch (lasting) {
        case ONCE -> first;
        case EACH_ATTEMPT -> first || isRepetition(request) && --left > 0;
        case FOR_GOOD -> spoiled != null && fault.fits(request);
      };
    }

    private synchronized boolean isRepetition(Request request) {
      return spoiled != null
          && request.method().equals(spoiled.method())
          && request.path().equals(spoiled.path())
          && request.query().equals(spoiled.query());
    }

    /** Delivers the delayed requests to the server. */
    synchronized void deliver() throws IOException {
      for (Exchange exchange : late) {
        exchange.forward();
      }
      late.clear();
    }
  }

  /**
   * The buckets of a scenario on the server. They correspond to an in-memory store in which each
   * top-level folder is a bucket.
   */
  private static final class Bucket implements AutoCloseable {
    private final Storage store;
    private final Map<String, byte[]> start = new TreeMap<>();
    private final Set<String> buckets = new TreeSet<>();
    private Map<String, FileTree.File> unchanged = new LinkedHashMap<>();

    /** Creates the buckets and fills them with the files of an in-memory store. */
    Bucket(S3Server server, Storage store, Storage memory) {
      this.store = store;
      for (Location file : StoredFiles.below(memory, StoredFiles.MEMORY)) {
        start.put(file.path(), StoredFiles.content(memory, file));
        buckets.add(file.path().substring(0, file.path().indexOf('/')));
      }
      // Scenarios create arrays in the first bucket. The second one is for its seal.
      buckets.addAll(List.of("arrays", "arrays.seal.d"));
      buckets.forEach(server::bucket);
      reset();
    }

    private Map<String, FileTree.File> list() {
      Map<String, FileTree.File> files = new LinkedHashMap<>();
      for (String bucket : buckets) {
        String after = "";
        FileTree page;
        do {
          page = store.tree(Location.of("mem://" + bucket), after).orElseThrow();
          for (FileTree.File file : page.files()) {
            files.put(bucket + "/" + file.path(), file);
            after = file.path();
          }
        } while (!page.whole());
      }
      return files;
    }

    /** Restores the initial contents of the buckets. */
    void reset() {
      Map<String, FileTree.File> there = list();
      List<Location> others = new ArrayList<>();
      there.forEach(
          (path, file) -> {
            if (!file.equals(unchanged.get(path))) {
              others.add(Location.of("mem://" + path));
            }
          });
      store.delete(others);
      List<String> missing = new ArrayList<>(start.keySet());
      missing.removeIf(
          path -> there.containsKey(path) && there.get(path).equals(unchanged.get(path)));
      for (String path : missing) {
        store.createExclusive(Location.of("mem://" + path), start.get(path));
      }
      if (!missing.isEmpty()) {
        unchanged = list();
      }
    }

    /** Copies the objects in the buckets to a new in-memory store and returns it. */
    Storage found() {
      Storage memory = Storage.inMemory();
      list()
          .forEach(
              (path, file) -> {
                Location location = Location.of("mem://" + path);
                boolean known = file.equals(unchanged.get(path));
                memory.createExclusive(
                    location, known ? start.get(path) : StoredFiles.content(store, location));
              });
      return memory;
    }

    @Override
    public void close() {
      store.delete(list().keySet().stream().map(path -> Location.of("mem://" + path)).toList());
    }
  }
}
