using System.Globalization;

namespace Bridge.LoadBench.Overload;

/// <summary>Counts the outcomes of the requests of a <see cref="Flood"/>.</summary>
internal sealed class FloodTally
{
    private const int Ok = 200;
    private const int Unavailable = 503;

    private readonly SortedDictionary<string, int> _others = [];

    /// <summary>Gets the number of successful responses with a picture.</summary>
    public int Good { get; private set; }

    /// <summary>Gets the number of successful responses without a picture.</summary>
    public int Wrong { get; private set; }

    /// <summary>Gets the number of refusals without Retry-After.</summary>
    public int WithoutHint { get; private set; }

    /// <summary>Gets the milliseconds until each refusal.</summary>
    public List<double> Refusals { get; } = [];

    public void Add(Answer answer, double milliseconds)
    {
        switch (answer.Status)
        {
            case Ok when answer.HasPicture:
                Good++;
                break;
            case Ok:
                Wrong++;
                break;
            case Unavailable:
                Refusals.Add(milliseconds);
                WithoutHint += answer.SaysWhen ? 0 : 1;
                break;
            default:
                Add(answer.Status.ToString(CultureInfo.InvariantCulture));
                break;
        }
    }

    /// <summary>Counts a request with another outcome than a response of 200 or 503.</summary>
    public void Add(string what) => _others[what] = _others.GetValueOrDefault(what) + 1;

    public override string ToString() =>
        FormattableString.Invariant($"{Good:N0} answered, {Wrong} wrongly, {Refusals.Count:N0} refused")
        + string.Concat(_others.Select(other => FormattableString.Invariant($", {other.Value:N0} {other.Key}")));
}
