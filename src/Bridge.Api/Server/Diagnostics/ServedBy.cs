namespace Bridge.Api.Server.Diagnostics;

/// <summary>The host of the fleet to which a request was forwarded, for the log.</summary>
/// <param name="host">Its id.</param>
internal sealed class ServedBy(string host)
{
    public string Host => host;

    /// <summary>Gets or sets the status that it responded with; null: none yet.</summary>
    public int? Status { get; set; }
}
