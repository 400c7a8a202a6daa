using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.OnDemand;

namespace Bridge.Api.Features.Vectors;

/// <summary>The names of vectors: those in use, and for ten minutes those of ended ones, with the reason.</summary>
internal sealed class VectorNames(Random random, TimeProvider time)
{
    private const int MaxEnded = 1024;

    private static readonly TimeSpan MaxAge = TimeSpan.FromMinutes(10);

    private readonly Lock _gate = new();
    private readonly HashSet<string> _taken = [];
    private readonly Queue<(string Name, string Reason, long At)> _ended = [];
    private readonly NewNames _new = new("v", random);

    /// <summary>Reserves a name until <see cref="Release"/>.</summary>
    /// <param name="wanted">The name; null: a new one.</param>
    /// <exception cref="RequestException">Another vector has it.</exception>
    public string Take(string? wanted)
    {
        lock (_gate)
        {
            var name = wanted ?? _new.Next();
            while (!_taken.Add(name))
            {
                if (wanted is not null)
                {
                    throw new RequestException(
                        ProblemTypes.Conflict, $"name must be new; there is a vector \"{wanted}\" already.", "name");
                }

                name = _new.Next();
            }

            return name;
        }
    }

    public void Release(string name)
    {
        lock (_gate)
            _taken.Remove(name);
    }

    /// <summary>Records why a vector ends.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="reason">The reason, after "The vector NAME".</param>
    public void Tell(string name, string reason)
    {
        lock (_gate)
        {
            RemoveOld_NeedsLock();
            if (_ended.Count == MaxEnded)
                _ended.Dequeue();
            _ended.Enqueue((name, reason, time.GetTimestamp()));
        }
    }

    /// <summary>Returns whether a vector with this name has ended within the last minutes.</summary>
    public bool HasEnded(string name) => ReasonOf(name) is not null;

    /// <summary>Returns the refusal of a name that no vector has.</summary>
    public RequestException Unknown(string name) => new(ProblemTypes.UnknownVector, ReasonOf(name) is { } reason
        ? $"The vector {name} {reason}."
        : $"There is no vector \"{Parameters.Shorten(name)}\"; GET /vectors lists them.", "vector");

    private string? ReasonOf(string name)
    {
        lock (_gate)
        {
            RemoveOld_NeedsLock();
            return _ended.LastOrDefault(ended => ended.Name == name).Reason;
        }
    }

    private void RemoveOld_NeedsLock()
    {
        while (_ended.TryPeek(out var oldest) && time.GetElapsedTime(oldest.At) > MaxAge)
            _ended.Dequeue();
    }
}
