using Bridge.Api.Server.Hosting;
using Bridge.RawListener.Model;

namespace Bridge.Api.Composition.Raw;

/// <summary>The section <c>Bridge:Raw</c>. The raw listener is off unless the section has an address or a path.</summary>
internal sealed record RawSettings : RawOptions
{
    private const string Section = "Bridge:Raw";

    /// <summary>Gets or sets the Unix socket. Default none.</summary>
    public UnixOptions Unix { get; set; } = new();

    /// <summary>Gets whether the raw listener is on.</summary>
    public bool IsOn => Address is not null || Unix.Path is not null;

    /// <summary>Returns a sentence for each mistake.</summary>
    public IEnumerable<string> FindFailures() => FindFailures(Section).Concat(UnixOptions.FailuresOf($"{Section}:Unix", Unix));
}
