import { useState } from 'react';
import { messageOf } from '../../platform/query.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextField } from '../../ui/field.tsx';
import { Overlay } from '../../ui/overlay.tsx';
import { PickerField } from '../../ui/picker-field.tsx';
import { RowButton, Rows } from '../../ui/row-link.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { authenticationWords } from '../../words/authentication.ts';
import { uiWords } from '../../words/ui.ts';
import styles from './authentication.module.css';
import { findRegions, type Region, useRegions } from './regions.ts';

type RegionFieldProps = {
  label: string;
  /** The id of a district. */
  value: string;
  onChange: (value: string) => void;
  placeholder?: string | undefined;
  error?: string | undefined;
};

/** A district, chosen by its province or found by its name. */
export function RegionField({
  label,
  value,
  onChange,
  placeholder = uiWords.choose,
  error,
}: RegionFieldProps) {
  const words = authenticationWords.region;
  const [isOpen, setOpen] = useState(false);
  const regions = useRegions(isOpen || value !== '');
  const district = regions.districts.find((candidate) => String(candidate.id) === value);
  const province = regions.provinces.find((candidate) => candidate.id === district?.parentId);
  const chosen = district && (province ? words.inProvince(district.name, province.name) : district.name);
  return (
    <>
      <PickerField
        label={label}
        value={chosen ?? (value ? words.chosen : undefined)}
        placeholder={placeholder}
        error={error}
        onOpen={() => setOpen(true)}
      />
      {isOpen && (
        <RegionPicker
          regions={regions}
          onClose={() => setOpen(false)}
          onChoose={(region) => {
            onChange(String(region.id));
            setOpen(false);
          }}
        />
      )}
    </>
  );
}

type RegionPickerProps = {
  regions: ReturnType<typeof useRegions>;
  onClose: () => void;
  onChoose: (district: Region) => void;
};

function RegionPicker({ regions, onClose, onChoose }: RegionPickerProps) {
  const words = authenticationWords.region;
  const [typed, setTyped] = useState('');
  const [province, setProvince] = useState<Region>();
  const isSearching = typed.trim() !== '';
  const listed = isSearching
    ? findRegions(regions.districts, typed)
    : regions.districts.filter((district) => district.parentId === province?.id);
  const provinceName = ({ parentId }: Region) => regions.provinces.find(({ id }) => id === parentId)?.name;

  return (
    <Overlay kind="panel" title={province ? words.chooseDistrict : words.chooseProvince} onClose={onClose}>
      <div className={styles.regions}>
        <TextField
          label={words.search}
          type="search"
          autoComplete="off"
          enterKeyHint="search"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        {regions.error ? (
          <ErrorState
            message={messageOf(regions.error)}
            onRetry={regions.retry}
            isRetrying={regions.isLoading}
          />
        ) : isSearching || province ? (
          <>
            {!isSearching && (
              <Button variant="quiet" onClick={() => setProvince(undefined)}>
                {words.backToProvinces}
              </Button>
            )}
            <Rows>
              {listed.map((district) => (
                <RowButton
                  key={district.id}
                  title={district.name}
                  detail={isSearching ? provinceName(district) : undefined}
                  onClick={() => onChoose(district)}
                />
              ))}
            </Rows>
            {listed.length === 0 &&
              (regions.isLoading ? (
                <Skeleton lines={[56, 56, 56, 56]} />
              ) : (
                <EmptyState drawing="search" title={words.none.title}>
                  {words.none.text}
                </EmptyState>
              ))}
          </>
        ) : regions.provinces.length > 0 ? (
          <Rows>
            {regions.provinces.map((candidate) => (
              <RowButton key={candidate.id} title={candidate.name} onClick={() => setProvince(candidate)} />
            ))}
          </Rows>
        ) : (
          <Skeleton lines={[56, 56, 56, 56, 56]} />
        )}
      </div>
    </Overlay>
  );
}
