package io.azulejo.tests;

import static io.azulejo.storage.objects.RequestCounts.Kind.DELETE;
import static io.azulejo.storage.objects.RequestCounts.Kind.GET;
import static io.azulejo.storage.objects.RequestCounts.Kind.HEAD;
import static io.azulejo.storage.objects.RequestCounts.Kind.LIST;
import static io.azulejo.storage.objects.RequestCounts.Kind.POST;
import static io.azulejo.storage.objects.RequestCounts.Kind.PUT;

import io.azulejo.storage.objects.ObjectBody;
import io.azulejo.storage.objects.ObjectClient;
import io.azulejo.storage.objects.ObjectFailure;
import io.azulejo.storage.objects.ObjectFailure.Kind;
import io.azulejo.storage.objects.ObjectName;
import io.azulejo.storage.objects.RequestCounts;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;

/** An object store over a map, whose requests can be made to fail. */
class MapClient implements ObjectClient {
  /** What becomes of a request. */
  enum Fault {
    /** The request never reaches the store. */
    LOST_REQUEST,
    /** The store does what it is asked, but its answer gets lost. */
    LOST_ANSWER,
    /** The store asks for fewer requests. */
    THROTTLED,
    /** The connection breaks after half of the bytes. */
    CUT
  }

  private record Stored(byte[] bytes, Map<String, String> metadata, long time, String version) {}

  private final ConcurrentSkipListMap<String, Stored> objects = new ConcurrentSkipListMap<>();
  private final Map<String, byte[]> parts = new ConcurrentHashMap<>();
  private final Map<RequestCounts.Kind, Queue<Fault>> faults = new ConcurrentHashMap<>();

  private Queue<Fault> faults(RequestCounts.Kind kind) {
    return faults.computeIfAbsent(kind, k -> new ConcurrentLinkedQueue<>());
  }

  /** Makes the next requests of a kind fail, one by one. */
  void fail(RequestCounts.Kind kind, Fault... next) {
    faults(kind).addAll(List.of(next));
  }

  private <T> T send(RequestCounts.Kind kind, Supplier<T> request) {
    Fault fault = faults(kind).poll();
    if (fault == Fault.THROTTLED) {
      throw new ObjectFailure(Kind.THROTTLED, "slow down");
    }
    if (fault == Fault.LOST_REQUEST) {
      throw new ObjectFailure(Kind.UNCERTAIN, "the connection was reset");
    }
    T answer = request.get();
    if (fault == Fault.LOST_ANSWER) {
      throw new ObjectFailure(Kind.UNCERTAIN, "the connection was reset");
    }
    return answer;
  }

  private Stored stored(ObjectName name) {
    Stored found = objects.get(name.toString());
    if (found == null) {
      throw new ObjectFailure(Kind.MISSING, "no such key");
    }
    return found;
  }

  private void store(Target target, byte[] bytes) {
    Stored made =
        new Stored(
            bytes, target.metadata(), System.currentTimeMillis(), UUID.randomUUID().toString());
    String name = target.name().toString();
    if (!target.conditional()) {
      objects.put(name, made);
    } else if (objects.putIfAbsent(name, made) != null) {
      throw new ObjectFailure(Kind.TAKEN, "the name is taken");
    }
  }

  @Override
  public String name() {
    return "map";
  }

  @Override
  public Info head(ObjectName name) {
    return send(
        HEAD,
        () -> {
          Stored found = stored(name);
          var time = OptionalLong.of(found.time);
          int size = found.bytes.length;
          return Info.of(name.key(), size, time, false, found.version, found.metadata);
        });
  }

  @Override
  public ObjectBody get(ObjectName name, long first, long length) {
    boolean cut = faults(GET).peek() == Fault.CUT;
    return send(
        GET,
        () -> {
          Stored found = stored(name);
          int size = found.bytes.length;
          if (first >= size) {
            return ObjectBody.afterEnd("bytes */" + size);
          }
          int count = (int) Math.min(length, size - first);
          var bytes = new ByteArrayInputStream(found.bytes, (int) first, cut ? count / 2 : count);
          return ObjectBody.of(first, first + count, size, found.version, bytes);
        });
  }

  @Override
  public Page<Info> list(ListRequest request) {
    ObjectName folder = request.folder();
    String prefix = folder.withKey(folder.prefix()).toString();
    String from = request.next().orElse(request.after());
    String first = from.isEmpty() ? prefix : folder.withKey(from).toString();
    List<Info> found = new ArrayList<>();
    Set<String> folders = new LinkedHashSet<>();
    return send(
        LIST,
        () -> {
          String last = "";
          for (Map.Entry<String, Stored> object :
              objects.tailMap(first, from.isEmpty()).entrySet()) {
            if (!object.getKey().startsWith(prefix)) {
              break;
            }
            if (found.size() + folders.size() == request.limit()) {
              return new Page<>(found, List.copyOf(folders), Optional.of(last));
            }
            last = object.getKey().substring(prefix.length() - folder.prefix().length());
            int slash = request.deep() ? -1 : last.indexOf('/', folder.prefix().length());
            if (slash < 0) {
              Stored file = object.getValue();
              found.add(Info.listed(last, file.bytes.length, OptionalLong.of(file.time)));
            } else {
              folders.add(last.substring(0, slash + 1));
            }
          }
          return new Page<>(found, List.copyOf(folders), Optional.empty());
        });
  }

  @Override
  public void put(Target target, byte[] bytes, int length) {
    send(
        PUT,
        () -> {
          store(target, Arrays.copyOf(bytes, length));
          return true;
        });
  }

  @Override
  public String uploadPart(ObjectName name, String upload, int number, byte[] bytes, int length) {
    String part = upload + "-" + number;
    send(PUT, () -> parts.put(part, Arrays.copyOf(bytes, length)) == null);
    return part;
  }

  @Override
  public void completeUpload(Target target, String upload, List<String> uploaded) {
    send(
        POST,
        () -> {
          if (!parts.keySet().containsAll(uploaded)) {
            throw new ObjectFailure(Kind.UPLOAD_GONE, "no such parts");
          }
          ByteArrayOutputStream all = new ByteArrayOutputStream();
          uploaded.forEach(part -> all.writeBytes(parts.get(part)));
          store(target, all.toByteArray());
          return parts.keySet().removeAll(uploaded);
        });
  }

  @Override
  public void delete(ObjectName name) {
    send(DELETE, () -> objects.remove(name.toString()) != null);
  }
}
